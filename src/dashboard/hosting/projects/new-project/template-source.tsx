import { lazy, Suspense } from "react";
import type { Template, TemplateValues } from "../../../../../resources/hosting/templates/templates.ts";
import type { Problems } from "../../flows/deploy/values.ts";
import { Card } from "../../../ui/panels/card.tsx";
import { ChoiceTiles } from "../../../ui/fields/choice-tiles.tsx";
import { Empty } from "../../../ui/states/empty.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import styles from "./new-project.module.css";

const TemplateForm = lazy(() =>
  import("./template-form/template-form.tsx").then((module) => ({ default: module.TemplateForm })),
);

export interface TemplateList {
  /** Undefined while loading. */
  readonly all: readonly Template[] | undefined;
  readonly chosen: Template | undefined;
  readonly error: Error | undefined;
  readonly reload: () => void;
}

interface TemplateSourceProps {
  readonly templates: TemplateList;
  /** Entered values of the selected template. */
  readonly values: TemplateValues;
  readonly problems: Problems;
  readonly disabled: boolean;
  /** Offers only the template from the link. */
  readonly isFixed?: boolean;
  readonly onChoose: (template: Template) => void;
  readonly onChange: (values: TemplateValues) => void;
}

/** Templates, and the form of the selected one. */
export const TemplateSource = (props: TemplateSourceProps) => {
  const { templates, values, problems, disabled, isFixed = false, onChoose, onChange } = props;
  const { all, chosen, error, reload } = templates;
  if (error && !all) return <ErrorState message={error.message} onRetry={reload} />;
  return (
    <>
      <Card title="Template">
        {all === undefined && <Skeleton lines={5} />}
        {all?.length === 0 && <Empty icon="file" title="No templates available" />}
        {all !== undefined && isFixed && !chosen && (
          <Empty icon="search" title="Template not found" text="Select another source." />
        )}
        {all !== undefined && (!isFixed || chosen) && (
          <div className={isFixed ? styles.one : undefined}>
            <ChoiceTiles
              label="Template"
              width={300}
              options={(isFixed ? [chosen!] : all).map((template) => ({
                value: template.id,
                title: template.name,
                text: template.description,
                image: <TemplateImage template={template} />,
              }))}
              value={chosen?.id}
              disabled={disabled}
              onChange={(id) => onChoose(all.find((template) => template.id === id)!)}
            />
          </div>
        )}
      </Card>
      {chosen && (
        <Suspense fallback={<Loading />}>
          <TemplateForm
            key={chosen.id}
            form={chosen.configJson}
            values={values}
            problems={problems}
            disabled={disabled}
            onChange={onChange}
          />
        </Suspense>
      )}
    </>
  );
};

const Loading = () => (
  <Card>
    <Skeleton lines={8} />
  </Card>
);

const TemplateImage = ({ template: { picture } }: { readonly template: Template }) =>
  picture === "" ? null : <img className={styles.picture} src={picture} alt="" width={640} height={400} />;
