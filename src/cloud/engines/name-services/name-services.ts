/**
 * The engine of name services: resolves names on public chains. Has no simulator: a service without a node URL is
 * unavailable.
 */
import type { NameServiceType } from "../../../../resources/hosting/domains/name-services.ts";

export interface NameServices {
  /** Returns undefined if the service is not configured. */
  find(type: NameServiceType): NameService | undefined;
}

export interface NameService {
  /** Returns a name in the service's normalized form; undefined if it is not one of its names. */
  normalise(name: string): Promise<string | undefined>;
  /** Reads the on-chain state of a normalized name. Throws if the node is unreachable. */
  look(name: string): Promise<NameState>;
  /** Returns the record value for a content. */
  valueOf(content: string): Promise<string>;
  /**
   * Returns the transaction that sets the record; undefined if only the service's own application can. Throws if the
   * node is unreachable.
   */
  setting(name: string, state: NameState, content: string): Promise<Setting | undefined>;
}

export interface NameState {
  /** The address of the owner; undefined for an unowned name. */
  readonly owner: string | undefined;
  /** The contract with its records, for services with record contracts. */
  readonly resolver: string | undefined;
  /** "ipfs://…" or "ipns://…" in the form of `canonicalContent`; the raw value if it is neither; "" for no record. */
  readonly content: string;
}

export interface Setting {
  readonly chainId: number;
  readonly to: string;
  readonly data: string;
  readonly registry: string;
}
