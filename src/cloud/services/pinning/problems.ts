/** Why content can't be pinned, as a user-facing message. A final problem is not retried. */
export class Unpinnable extends Error {
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = false }: { readonly isFinal?: boolean } = {}) {
    super(message);
    this.name = "Unpinnable";
    this.isFinal = isFinal;
  }
}
