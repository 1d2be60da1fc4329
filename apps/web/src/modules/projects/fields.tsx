import type { Project } from '@pianzhang/contract/projects'
import type { Dates } from '../../ui/fields/days/dates.ts'
import { basicItems } from '../../ui/form/items/basic.tsx'
import { dayItems } from '../../ui/form/items/days.tsx'

interface ProjectValues {
  name: string
  director: string
  main_character: string
  desc: string
  period: Dates
}

export const valuesOf = (project: Project | null): ProjectValues => ({
  name: project?.name ?? '',
  director: project?.director ?? '',
  main_character: project?.main_character ?? '',
  desc: project?.desc ?? '',
  period:
    project && (project.start_date_at || project.end_date_at)
      ? [project.start_date_at, project.end_date_at]
      : null,
})

export const bodyOf = ({ period, ...values }: ProjectValues) => ({
  ...values,
  start_date_at: period?.[0] ?? null,
  end_date_at: period?.[1] ?? null,
})

/** The period is one field of the form and two of the API: an error of either date is shown below it. */
export const fieldOf = (field: string): string => (/_date_at$/.test(field) ? 'period' : field)

const Item = { ...basicItems<ProjectValues>(), ...dayItems<ProjectValues>() }

/** The fields of a project in both dialogs. */
export const ProjectFields = () => (
  <>
    <Item.Text name="name" label="项目名称" required autoFocus />
    <Item.Text name="director" label="总导演" />
    <Item.Text name="main_character" label="主演" />
    <Item.Period name="period" label="拍摄周期" />
    <Item.Note name="desc" label="故事梗概" rows={[3, 8]} />
  </>
)
