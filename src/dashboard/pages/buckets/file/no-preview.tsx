import { Empty } from "../../../ui/empty.tsx";

/** In place of a preview: why there is none. */
export const NoPreview = ({ text }: { readonly text: string }) => <Empty icon="file" title="No preview" text={text} />;
