/**
 * The seccomp filter of builds: a classic BPF program for bubblewrap's --seccomp. Allows everything except system calls
 * that builds do not need and that reach deep into the kernel: namespaces, mounts, other processes' memory, keys, BPF,
 * tracing, modules.
 */

interface Machine {
  /** AUDIT_ARCH_… of linux/audit.h. */
  readonly architecture: number;
  /** Column of its numbers in `systemCalls`. */
  readonly column: 1 | 2;
  /** First system call of another ABI on the same architecture (x32). */
  readonly otherAbiFrom?: number;
}

const machines: Readonly<Record<string, Machine>> = {
  x64: { architecture: 0xc000003e, column: 1, otherAbiFrom: 0x40000000 },
  arm64: { architecture: 0xc00000b7, column: 2 },
};

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

/** Name, number on x64, number on arm64 ("-" for none): <asm/unistd_64.h> and <asm-generic/unistd.h>. */
const systemCalls = `
  socket 41 198
  ioctl 16 29
  clone 56 220
  personality 135 92
  unshare 272 97
  ptrace 101 117
  kcmp 312 272
  setns 308 268
  process_vm_readv 310 270
  process_vm_writev 311 271
  mount 165 40
  umount2 166 39
  pivot_root 155 41
  chroot 161 51
  keyctl 250 219
  add_key 248 217
  request_key 249 218
  bpf 321 280
  perf_event_open 298 241
  userfaultfd 323 282
  kexec_load 246 104
  kexec_file_load 320 294
  init_module 175 105
  finit_module 313 273
  delete_module 176 106
  create_module 174 -
  query_module 178 -
  get_kernel_syms 177 -
  acct 163 89
  swapon 167 224
  swapoff 168 225
  reboot 169 142
  quotactl 179 60
  syslog 103 116
  iopl 172 -
  ioperm 173 -
  modify_ldt 154 -
  lookup_dcookie 212 18
  nfsservctl 180 42
  open_by_handle_at 304 265
  settimeofday 164 170
  clock_settime 227 112
  clock_adjtime 305 266
  vhangup 153 58
  uselib 134 -
  ustat 136 -
  sysfs 139 -
  _sysctl 156 -
  fanotify_init 300 262
  sethostname 170 161
  setdomainname 171 162
  migrate_pages 256 238
  move_pages 279 239
  open_tree 428 428
  move_mount 429 429
  fsopen 430 430
  fsconfig 431 431
  fsmount 432 432
  fspick 433 433
  clone3 435 435
  pidfd_getfd 438 438
  process_madvise 440 440
  mount_setattr 442 442
  quotactl_fd 443 443
  open_tree_attr 467 467
  io_uring_setup 425 425
  io_uring_enter 426 426
  io_uring_register 427 427`;

/** Programs fall back if these are missing: libc creates threads with clone, Node.js reads files in threads. */
const asIfUnknown = new Set(["clone3", "io_uring_setup", "io_uring_enter", "io_uring_register"]);
const byArgument = new Set(["clone", "unshare", "personality", "ioctl", "socket"]);

/** CLONE_NEW… of linux/sched.h. CLONE_NEWTIME is for unshare only: clone uses its bit for the signal. */
const newNamespaces = 0x7e020000;
const newTimeNamespace = 0x80;
/** ioctl commands that type or paste into the server's terminal. */
const terminalCommands = [0x5412, 0x541c];
/**
 * AF_UNIX, AF_INET, AF_INET6 and AF_NETLINK, which lists network interfaces. Others, such as AF_VSOCK, ignore network
 * namespaces.
 */
const socketFamilies = [1, 2, 10, 16];
/** PER_LINUX, PER_LINUX32 and the query of the current one. */
const personalities = [0, 8, 0xffffffff];

const kill = 0x80000000;
const allow = 0x7fff0000;
const failWith = (errno: number): number => 0x00050000 | errno;

/** BPF_… of linux/bpf_common.h. */
const [load, jumpIfEqual, jumpIfAtLeast, jumpIfAnySet, answer] = [0x20, 0x15, 0x35, 0x45, 0x06];
const [atNumber, atArchitecture, atArguments] = [0, 4, 16];

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/** Returns the filter for a `process.arch`; undefined if unsupported. */
export const seccompFilter = (arch: string): Buffer | undefined => {
  const machine = machines[arch];
  return machine && assemble(programOf(machine));
};

const programOf = ({ architecture, column, otherAbiFrom }: Machine): Instruction[] => {
  const numbers = numbersIn(column);
  const refused = [...numbers].filter(([name]) => !byArgument.has(name));
  const ifAnySet = (argument: number, bits: number): Instruction[] => [
    loadArgument(argument),
    [jumpIfAnySet, 0, 1, bits],
    [answer, 0, 0, failWith(EPERM)],
    [answer, 0, 0, allow],
  ];
  const unlessOneOf = (argument: number, values: readonly number[], otherwise: number): Instruction[] => [
    loadArgument(argument),
    ...values.map((value, at): Instruction => [jumpIfEqual, values.length - at, 0, value]),
    [answer, 0, 0, otherwise],
    [answer, 0, 0, allow],
  ];
  const ifOneOf = (argument: number, values: readonly number[]): Instruction[] => [
    loadArgument(argument),
    ...values.map((value, at): Instruction => [jumpIfEqual, values.length - at, 0, value]),
    [answer, 0, 0, allow],
    [answer, 0, 0, failWith(EPERM)],
  ];
  return [
    [load, 0, 0, atArchitecture],
    [jumpIfEqual, 1, 0, architecture],
    [answer, 0, 0, kill],
    [load, 0, 0, atNumber],
    ...(otherAbiFrom === undefined ? [] : onCall(jumpIfAtLeast, otherAbiFrom, [[answer, 0, 0, kill]])),
    ...onCall(jumpIfEqual, numbers.get("clone")!, ifAnySet(0, newNamespaces)),
    ...onCall(jumpIfEqual, numbers.get("unshare")!, ifAnySet(0, newNamespaces | newTimeNamespace)),
    ...onCall(jumpIfEqual, numbers.get("socket")!, unlessOneOf(0, socketFamilies, failWith(EAFNOSUPPORT))),
    ...onCall(jumpIfEqual, numbers.get("personality")!, unlessOneOf(0, personalities, failWith(EPERM))),
    ...onCall(jumpIfEqual, numbers.get("ioctl")!, ifOneOf(1, terminalCommands)),
    ...refused.flatMap(([name, number]) =>
      onCall(jumpIfEqual, number, [[answer, 0, 0, failWith(asIfUnknown.has(name) ? ENOSYS : EPERM)]]),
    ),
    [answer, 0, 0, allow],
  ];
};

const numbersIn = (column: 1 | 2): ReadonlyMap<string, number> => {
  const rows = systemCalls.trim().split("\n");
  const cells = rows.map((row) => row.trim().split(" ") as [string, string, string]);
  return new Map(cells.flatMap((row) => (row[column] === "-" ? [] : [[row[0], Number(row[column])]])));
};

/** Runs `then`, which ends with a result, if the loaded system call number compares with `value`. */
const onCall = (comparison: number, value: number, then: readonly Instruction[]): Instruction[] => [
  [comparison, 0, then.length, value],
  ...then,
];

/**
 * Loads the lower half of an argument: flags, families and commands are 32 bits wide, and the kernel ignores the rest.
 */
const loadArgument = (index: number): Instruction => [load, 0, 0, atArguments + 8 * index];

/** Encodes struct sock_filter of linux/filter.h, little-endian like both architectures. */
const assemble = (program: readonly Instruction[]): Buffer =>
  Buffer.concat(
    program.map(([code, ifTrue, ifFalse, value]) => {
      const instruction = Buffer.alloc(8);
      instruction.writeUInt16LE(code, 0);
      instruction.writeUInt8(ifTrue, 2);
      instruction.writeUInt8(ifFalse, 3);
      instruction.writeUInt32LE(value >>> 0, 4);
      return instruction;
    }),
  );
