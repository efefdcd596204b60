/* Wine 8 lacks bcryptprimitives.dll, from which Rust's standard library takes random numbers on Windows.
 * Wine's own source of random numbers has another name. Used by the tests under Wine only. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length)
{
    return SystemFunction036(buffer, (ULONG)length);
}
