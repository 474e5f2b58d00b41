/** Where an object lies, as one text for maps: the bucket's id, which has one length, then the key. */

const idLength = 36;

export const placeOf = ({ bucketId, key }: { readonly bucketId: string; readonly key: string }): string =>
  `${bucketId}/${key}`;

export const bucketIdOf = (place: string): string => place.slice(0, idLength);

export const keyOf = (place: string): string => place.slice(idLength + 1);
