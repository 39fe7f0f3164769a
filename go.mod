module ojbatch

go 1.26.0
