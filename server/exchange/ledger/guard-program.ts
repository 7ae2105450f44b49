import { GUARD_PROGRAM } from '@contract/config.ts';
import { keyOf } from './addresses.ts';
import type { NativeVm } from './native.ts';

/** sBPF: `mov64 r0, 0` and `exit`. Whatever data and accounts it is called with, it succeeds. */
const CODE = Uint8Array.of(0xb7, 0, 0, 0, 0, 0, 0, 0, 0x95, 0, 0, 0, 0, 0, 0, 0);
const NAMES = new TextEncoder().encode('\0.text\0.shstrtab\0');

const HEADER = 64;
const PROGRAM_HEADER = 56;
const SECTION_HEADER = 64;
const CODE_AT = HEADER + PROGRAM_HEADER;
const NAMES_AT = CODE_AT + CODE.length;
const SECTIONS_AT = Math.ceil((NAMES_AT + NAMES.length) / 8) * 8;
const SECTIONS = 3;

/** The smallest shared object (ELF64, little-endian) that the VM's loader takes: one segment, one section of code. */
function elf(): Uint8Array {
  const bytes = new Uint8Array(SECTIONS_AT + SECTIONS * SECTION_HEADER);
  const view = new DataView(bytes.buffer);
  const u16 = (at: number, value: number) => view.setUint16(at, value, true);
  const u32 = (at: number, value: number) => view.setUint32(at, value, true);
  const u64 = (at: number, value: number) => view.setBigUint64(at, BigInt(value), true);

  // File header: 64 bits, little-endian, version 1; then type, machine, and where the tables stand.
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  u16(16, 3); // ET_DYN
  u16(18, 247); // EM_BPF
  u32(20, 1);
  u64(24, CODE_AT); // entry point
  u64(32, HEADER);
  u64(40, SECTIONS_AT);
  u16(52, HEADER);
  u16(54, PROGRAM_HEADER);
  u16(56, 1);
  u16(58, SECTION_HEADER);
  u16(60, SECTIONS);
  u16(62, SECTIONS - 1); // the section of names

  // The one segment: the code, to be read and executed.
  u32(HEADER, 1); // PT_LOAD
  u32(HEADER + 4, 5);
  for (const at of [8, 16, 24]) u64(HEADER + at, CODE_AT);
  for (const at of [32, 40]) u64(HEADER + at, CODE.length);
  u64(HEADER + 48, 8);

  bytes.set(CODE, CODE_AT);
  bytes.set(NAMES, NAMES_AT);

  // Sections; the one without a name comes first and is empty.
  const section = (
    index: number,
    fields: { name: number; type: number; flags: number; at: number; size: number },
  ) => {
    const start = SECTIONS_AT + index * SECTION_HEADER;
    u32(start, fields.name);
    u32(start + 4, fields.type);
    u64(start + 8, fields.flags);
    u64(start + 16, fields.flags === 0 ? 0 : fields.at);
    u64(start + 24, fields.at);
    u64(start + 32, fields.size);
    u64(start + 48, fields.flags === 0 ? 1 : 8);
  };
  section(1, { name: 1, type: 1, flags: 6, at: CODE_AT, size: CODE.length }); // .text, allocated, executable
  section(2, { name: 7, type: 3, flags: 0, at: NAMES_AT, size: NAMES.length }); // .shstrtab
  return bytes;
}

/**
 * Puts a stand-in for the program of wallets' guards into a VM: its assertions are not evaluated here, they pass. It
 * belongs to the VM like the native programs, and so is in no stored account.
 */
export function loadGuardProgram(vm: NativeVm): void {
  vm.addProgram(keyOf(GUARD_PROGRAM).toBytes(), elf());
}
