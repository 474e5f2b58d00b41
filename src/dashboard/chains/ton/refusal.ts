/** A TON wallet or its user refused; the message is for users. */
export class TonRefusal extends Error {
  override readonly name = "TonRefusal";
}
