/** Why content cannot be pinned, in a sentence for people. A final one does not change by trying again. */
export class Unpinnable extends Error {
  readonly isFinal: boolean;

  constructor(sentence: string, { isFinal = false }: { readonly isFinal?: boolean } = {}) {
    super(sentence);
    this.name = "Unpinnable";
    this.isFinal = isFinal;
  }
}
