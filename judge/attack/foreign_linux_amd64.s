#include "textflag.h"

// func call32(number uint32) uint32
TEXT ·call32(SB), NOSPLIT, $0-12
	MOVL	number+0(FP), AX
	XORL	BX, BX
	XORL	CX, CX
	XORL	DX, DX
	INT	$0x80
	MOVL	AX, ret+8(FP)
	RET
