/** The folder has more entries than the caller or the memory allows. */
export class TreeTooLarge extends Error {
  constructor(entriesMax: number, message = `The folder has more than ${entriesMax} entries.`) {
    super(message);
    this.name = "TreeTooLarge";
  }
}

/** Each level is a separate look-up, which a chain of blocks could ask for without end. The message is for users. */
export class TreeTooDeep extends TreeTooLarge {
  constructor(levelsMax: number) {
    super(levelsMax, `This content has more than ${levelsMax} levels.`);
    this.name = "TreeTooDeep";
  }
}
