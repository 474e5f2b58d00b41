/** Grey bars as placeholders of text lines; hidden from assistive technology. */
export const Skeleton = ({ lines = 3 }: { lines?: number }) => (
  <div className="fh-stack" aria-hidden="true">
    {Array.from({ length: lines }, (_, index) => (
      <span key={index} className="fh-skeleton" style={{ width: `${92 - ((index * 23) % 50)}%` }} />
    ))}
  </div>
);
