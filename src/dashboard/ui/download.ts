/** Downloads a text as a file of that name and type. */
export const downloadText = (name: string, parts: readonly string[], type = "text/plain"): void =>
  downloadBlob(name, new Blob([...parts], { type: `${type};charset=utf-8` }));

/** Downloads bytes as a file of that name. */
export const downloadBlob = (name: string, bytes: Blob): void => {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
