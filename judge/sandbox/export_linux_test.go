package sandbox

// CloseNamespaces is for tests.
var CloseNamespaces = closeNamespaces
