/** The folder has more entries than the caller or the memory allows. */
export class TreeTooLarge extends Error {
  constructor(entriesMax: number) {
    super(`The folder has more than ${entriesMax} entries.`);
    this.name = "TreeTooLarge";
  }
}
