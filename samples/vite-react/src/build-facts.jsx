import { version } from "react";

const builtAt = (time) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeStyle: "medium" }).format(new Date(time));

/** A table of what the build knew; what it did not know is left out. */
export const BuildFacts = ({ build }) => {
  const facts = [
    ["Built", <time dateTime={build.time}>{builtAt(build.time)}</time>],
    ["Commit", build.commit && <code>{build.commit.slice(0, 12)}</code>],
    ["Branch", build.branch],
    ["With", `React ${version}, Node ${build.node.slice(1)}`],
  ];
  return (
    <dl>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
};
