import { useState } from "react";
import { Link } from "react-router";
import type { Row } from "../../../../resources/declare/define.ts";
import { href } from "../../../../resources/declare/href.ts";
import { projectImage } from "../../../../resources/hosting/project-calls.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { usePrefetch } from "../../framework/prefetch.ts";
import { cell, Moment } from "../../framework/widgets/cell.tsx";
import { classNames } from "../../lib/class-names.ts";
import { PlotImage } from "../../ui/panels/plot-image.tsx";
import styles from "./project-cards.module.css";

type Project = Row<typeof projects>;

const hrefOf = ({ id, name }: Project): string => href(projects, "show", { projName: name, id });

/** Projects as cards: image, name, address, state and the time of the last deployment. */
export const ProjectCards = ({ rows }: { readonly rows: readonly Project[] }) => {
  const prefetch = usePrefetch();
  return (
    <ul className={styles.cards} data-count={rows.length} aria-label="Recent projects">
      {rows.map((project) => (
        <li key={project.id} onPointerEnter={() => prefetch(hrefOf(project))}>
          <div className={classNames(styles.image, !project.online && styles.idle)}>
            <PlotImage id={project.hash ?? project.id} />
            {project.production === "LIVE" && <SiteImage id={project.id} />}
          </div>
          <div className={styles.facts}>
            <Link className={styles.name} to={hrefOf(project)}>
              {project.name}
            </Link>
            <a className={styles.host} href={project.mainLink} target="_blank" rel="noreferrer">
              {project.mainLink.replace(/^https?:\/\//, "").replace(/\/$/, "")}
            </a>
            <div className={styles.state}>
              {cell(projects.fields.production, project.production)}
              {project.state && project.latest?.taskId !== project.live?.taskId && (
                <span>{cell(projects.fields.state, project.state)}</span>
              )}
              {project.latest && <Moment seconds={project.latest.createdAt} />}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
};

/** The image that the live site declares for link previews, over the pattern once it is loaded. */
const SiteImage = ({ id }: { readonly id: string }) => {
  const { data } = useCall(projectImage, { params: { id }, silent: true });
  const [isLoaded, setLoaded] = useState(false);
  if (!data?.url) return null;
  return (
    <img
      src={data.url}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className={classNames(isLoaded && styles.loaded)}
      onLoad={() => setLoaded(true)}
      onError={() => setLoaded(false)}
    />
  );
};
