/** The engine of name services: what names on public chains lead to. Nothing stands in for them: without a node's address one is not there. */
import type { NameServiceType } from "../../../../resources/hosting/name-services.ts";

export interface NameServices {
  /** undefined while this cloud is not connected to it. */
  find(type: NameServiceType): NameService | undefined;
}

export interface NameService {
  /** A name in the one form that the service knows; undefined for what is none of its names. */
  normalise(name: string): Promise<string | undefined>;
  /** What the chain says of a normalised name. Throws when the node cannot be asked. */
  look(name: string): Promise<NameState>;
  /** The value of the record that leads to a content. */
  valueOf(content: string): Promise<string>;
  /** The transaction that sets it; undefined where the service's own application does that. Throws when the node cannot be asked. */
  setting(name: string, state: NameState, content: string): Promise<Setting | undefined>;
}

export interface NameState {
  /** The address that owns the name; undefined for a name that nobody has. */
  readonly owner: string | undefined;
  /** The contract that keeps its records, where records are kept by contracts. */
  readonly resolver: string | undefined;
  /** "ipfs://…" or "ipns://…" in the form of `canonicalContent`; what stands there when it is neither; "" for no record. */
  readonly content: string;
}

export interface Setting {
  readonly chainId: number;
  readonly to: string;
  readonly data: string;
  readonly registry: string;
}
