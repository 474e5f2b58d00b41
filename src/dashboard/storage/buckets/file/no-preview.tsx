import { Empty } from "../../../ui/states/empty.tsx";

/** Shows why a file has no preview. */
export const NoPreview = ({ text }: { readonly text: string }) => <Empty icon="file" title="No preview" text={text} />;
