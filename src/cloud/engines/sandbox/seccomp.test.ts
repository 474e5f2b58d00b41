import { describe, expect, test } from "vitest";
import { testSandbox } from "../../../../tests/support/hosting/sandbox.ts";
import { seccompFilter } from "./seccomp.ts";

interface SystemCall {
  readonly number: number;
  readonly architecture: number;
  readonly arguments?: readonly number[];
}

/** Runs the filter like the kernel (linux/filter.h, as far as the filter uses it). */
const answerOf = (filter: Buffer, { number, architecture, arguments: values = [] }: SystemCall): number => {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(architecture, 4);
  values.forEach((value, at) => data.writeBigUInt64LE(BigInt(value), 16 + 8 * at));
  let loaded = 0;
  for (let at = 0; at < filter.length / 8; at += 1) {
    const [code, value] = [filter.readUInt16LE(at * 8), filter.readUInt32LE(at * 8 + 4)];
    const jump = (isTrue: boolean) => void (at += filter.readUInt8(at * 8 + (isTrue ? 2 : 3)));
    if (code === 0x06) return value;
    else if (code === 0x20) loaded = data.readUInt32LE(value);
    else if (code === 0x15) jump(loaded === value);
    else if (code === 0x35) jump(loaded >= value);
    else if (code === 0x45) jump((loaded & value) !== 0);
    else throw new Error(`Instruction ${code} is not known here.`);
  }
  throw new Error("The filter gave no answer.");
};

const [kill, allow, EPERM, ENOSYS, EAFNOSUPPORT] = [0x80000000, 0x7fff0000, 0x50001, 0x50026, 0x50061];
const architectures = { x64: 0xc000003e, arm64: 0xc00000b7, i386: 0x40000003, arm: 0x40000028 };
const [newUser, newNet, newTime, thread] = [0x10000000, 0x40000000, 0x80, 0x3d0f00];

describe.each([
  [
    "x64",
    { clone: 56, unshare: 272, socket: 41, ioctl: 16, personality: 135, mount: 165, ptrace: 101, read: 0, exit: 60 },
  ],
  [
    "arm64",
    { clone: 220, unshare: 97, socket: 198, ioctl: 29, personality: 92, mount: 40, ptrace: 117, read: 63, exit: 93 },
  ],
] as const)("the system call filter on %s", (arch, call) => {
  const filter = seccompFilter(arch)!;
  const answer = (number: number, ...values: number[]) =>
    answerOf(filter, { number, architecture: architectures[arch], arguments: values });

  test("allows normal operations, including threads and processes", () => {
    expect([call.read, call.exit].map((number) => answer(number))).toEqual([allow, allow]);
    expect(answer(call.clone, thread)).toBe(allow);
    expect(answer(call.unshare, 0x600)).toBe(allow);
    for (const family of [1, 2, 10, 16]) expect(answer(call.socket, family)).toBe(allow);
    for (const personality of [0, 8, 0xffffffff]) expect(answer(call.personality, personality)).toBe(allow);
    expect(answer(call.ioctl, 0, 0x5401)).toBe(allow);
  });

  test("denies namespaces, mounts, tracing and indirect ways to them", () => {
    expect([newUser, newNet, newUser | thread].map((flags) => answer(call.clone, flags))).toEqual([
      EPERM,
      EPERM,
      EPERM,
    ]);
    expect([newUser, newTime].map((flags) => answer(call.unshare, flags))).toEqual([EPERM, EPERM]);
    for (const number of [call.mount, call.ptrace, 428, 429, 430, 442]) expect(answer(number)).toBe(EPERM);
    for (const number of [435, 425, 426, 427]) expect(answer(number)).toBe(ENOSYS);
    for (const family of [15, 17, 38, 40]) expect(answer(call.socket, family)).toBe(EAFNOSUPPORT);
    expect(answer(call.personality, 0x0040000)).toBe(EPERM);
    expect([0x5412, 0x541c].map((command) => answer(call.ioctl, 0, command))).toEqual([EPERM, EPERM]);
  });

  test("kills calls with another architecture's numbers", () => {
    for (const [name, architecture] of Object.entries(architectures))
      if (name !== arch) expect(answerOf(filter, { number: call.read, architecture }), name).toBe(kill);
    if (arch === "x64") expect(answer(0x40000000 + call.read)).toBe(kill);
  });
});

test("an unsupported architecture has no filter and no builds", () => {
  expect(seccompFilter("ppc64")).toBeUndefined();
});

const sandbox = await testSandbox();

describe.skipIf(sandbox.unavailable !== undefined)(
  `a build under the filter (${sandbox.unavailable ?? "bubblewrap"})`,
  () => {
    /** Returns the error numbers of system calls, run by Perl; 0 for success. */
    const errorsOf = async (calls: Readonly<Record<string, string>>) => {
      const script = Object.entries(calls).map(
        ([name, args]) => `$! = 0; print "${name} ", (syscall(${args}) < 0 ? $! + 0 : 0), "\\n";`,
      );
      const { lines } = await sandbox.try(`perl -e '${script.join(" ")}'`);
      return Object.fromEntries(lines.map((line) => line.split(" ")).map(([name, error]) => [name, Number(error)]));
    };

    test.skipIf(process.arch !== "x64")("gets EPERM or ENOSYS for each denied system call", async () => {
      const errors = await errorsOf({
        unshare: "272, 0x10000000",
        setns: "308, 0, 0",
        clone: "56, 0x10000011, 0, 0, 0, 0",
        clone3: "435, 0, 0",
        mount: "165, 0, 0, 0, 0, 0",
        umount2: "166, 0, 2",
        fsopen: "430, 0, 0",
        open_tree: "428, 0, 0, 0",
        move_mount: "429, 0, 0, 0, 0, 0",
        ptrace: "101, 0, 0, 0, 0",
        process_vm_readv: "310, 1, 0, 0, 0, 0, 0",
        keyctl: "250, 0, -3, 0",
        add_key: "248, 0, 0, 0, 1, -3",
        bpf: "321, 0, 0, 0",
        perf_event_open: "298, 0, 0, -1, -1, 0",
        userfaultfd: "323, 0",
        kexec_load: "246, 0, 0, 0, 0",
        init_module: "175, 0, 0, 0",
        io_uring_setup: "425, 1, 0",
        personality: "135, 0x40000",
        vsock: "41, 40, 1, 0",
      });
      const { clone3, io_uring_setup, vsock, ...refused } = errors;
      expect([clone3, io_uring_setup, vsock]).toEqual([38, 38, 97]);
      expect(Object.keys(refused)).toHaveLength(18);
      expect(Object.entries(refused).filter(([, error]) => error !== 1)).toEqual([]);
    });

    test.skipIf(process.arch !== "x64")("is killed for a call by x32's numbers", async () => {
      const { lines } = await sandbox.try(`perl -e 'syscall(0x40000000 + 39)'; echo $?`);
      expect(lines.at(-1)).toBe("159");
    });

    test("can't create a namespace with unshare", async () => {
      const { lines } = await sandbox.try("unshare --user --map-root-user id -u; unshare --mount true; echo tried");
      expect(lines).toEqual([expect.stringMatching(/not permitted/), expect.stringMatching(/not permitted/), "tried"]);
    });

    test("can't read the server's paths, user or limits in /proc/1", async () => {
      const { lines } = await sandbox.try("tr '\\0' '\\n' < /proc/1/cmdline; echo; tr '\\0' '\\n' < /proc/1/environ");
      const output = lines.join("\n");
      expect(output).toContain("bwrap");
      for (const hidden of [sandbox.folder(), "freehold-build", "--bind", "--ro-bind", process.execPath, process.cwd()])
        expect(output).not.toContain(hidden);
    });

    test("runs threads, workers, subprocesses and WebAssembly", async () => {
      const script = `
        const { Worker } = require("node:worker_threads");
        const { execFileSync } = require("node:child_process");
        const { promises } = require("node:fs");
        const os = require("node:os");
        const main = async () => {
          await promises.writeFile("x", "y");
          await new Promise((done) => new Worker("1 + 1", { eval: true }).once("exit", done));
          await WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
          os.networkInterfaces();
          console.log(String(execFileSync("sh", ["-c", "cat x | tr y z"])));
        };
        main();`;
      const { end, lines } = await sandbox.try(`node -e '${script}'`);
      expect([end, lines]).toEqual([{ reason: "exit", code: 0 }, ["z"]]);
    });
  },
);
