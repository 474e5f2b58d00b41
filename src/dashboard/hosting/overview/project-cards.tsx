import { Link } from "react-router";
import type { Row } from "../../../../resources/declare/define.ts";
import { href } from "../../../../resources/declare/href.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { usePrefetch } from "../../framework/prefetch.ts";
import { cell, Moment } from "../../framework/widgets/cell.tsx";
import { ProjectImage } from "../projects/project-image.tsx";
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
          <div className={styles.image}>
            <ProjectImage project={project} />
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
