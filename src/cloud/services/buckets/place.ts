/** An object's place, as a map key: the bucket's ID, which has a fixed length, then the object's key. */

const idLength = 36;

export const placeOf = ({ bucketId, key }: { readonly bucketId: string; readonly key: string }): string =>
  `${bucketId}/${key}`;

export const bucketIdOf = (place: string): string => place.slice(0, idLength);

export const keyOf = (place: string): string => place.slice(idLength + 1);
