/** Starts a DNS server on a separate port with records set by the test. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { Packet } from "dns2";
import { atFileEnd } from "../file-end.ts";

export interface TestDns {
  /** Value of DNS_SERVERS. */
  readonly server: string;
  /** Records by name; other names don't exist. "*.name" is a wildcard. */
  readonly zone: Map<string, Records>;
  /** Stops or resumes answering. */
  silent(isSilent: boolean): void;
  /** Requested names. */
  readonly requests: string[];
}

export interface Records {
  readonly TXT?: readonly string[];
  readonly CNAME?: string;
  readonly A?: readonly string[];
  readonly AAAA?: readonly string[];
}

const types = { A: Packet.TYPE.A, AAAA: Packet.TYPE.AAAA, CNAME: Packet.TYPE.CNAME, TXT: Packet.TYPE.TXT };
const chainMax = 16;

export const testDns = async (): Promise<TestDns> => {
  const zone = new Map<string, Records>();
  const requests: string[] = [];
  let isSilent = false;
  const socket = createSocket("udp4", (message, { address, port }) => {
    if (isSilent) return;
    const request = Packet.parse(message);
    const [question] = request.questions;
    const name = question!.name.toLowerCase();
    requests.push(name);
    const answers = answersOf(zone, name, question!.type ?? 0);
    const response = Packet.createResponseFromRequest(request);
    response.header.ra = 1;
    if (!recordsOf(zone, name)) response.header.rcode = Packet.RCODE.NXDOMAIN;
    response.answers = answers as typeof response.answers;
    socket.send(response.toBuffer(), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  atFileEnd(async () => void socket.close());
  const silent = (value: boolean): void => {
    isSilent = value;
  };
  return { server: `127.0.0.1:${socket.address().port}`, zone, requests, silent };
};

const recordsOf = (zone: TestDns["zone"], name: string): Records | undefined =>
  zone.get(name) ?? zone.get(name.replace(/^[^.]+/, "*"));

/** Answers like a resolver: a CNAME together with its target. */
const answersOf = (zone: TestDns["zone"], name: string, type: number): object[] => {
  const answers: object[] = [];
  for (let at = name; answers.length < chainMax;) {
    const records = recordsOf(zone, at);
    const base = { name: at, class: Packet.CLASS.IN, ttl: 1 };
    if (records?.CNAME !== undefined) {
      answers.push({ ...base, type: types.CNAME, domain: records.CNAME });
      if (type === types.CNAME) break;
      at = records.CNAME;
      continue;
    }
    if (type === types.A) answers.push(...(records?.A ?? []).map((address) => ({ ...base, type, address })));
    if (type === types.AAAA) answers.push(...(records?.AAAA ?? []).map((address) => ({ ...base, type, address })));
    if (type === types.TXT) answers.push(...(records?.TXT ?? []).map((data) => ({ ...base, type, data })));
    break;
  }
  return answers;
};
