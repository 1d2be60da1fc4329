import type { SubjectChart } from '@pianzhang/contract/dashboard'
import { type Shown, shownOf } from '../../../ui/chart/figures/figures.ts'

/** Position of a chart in the subject tree: the codes of the opened subjects, one per level. */
export interface SubjectPath {
  subject_one_code?: string | undefined
  subject_two_code?: string | undefined
  subject_three_code?: string | undefined
}

/** A level's chart and the parent subjects it is limited to. */
export interface SubjectLevel {
  chart: 'subject_one' | 'subject_two' | 'subject_three'
  params: { subject_one_code?: string | undefined; subject_two_code?: string | undefined }
}

export const levelOf = ({ subject_one_code, subject_two_code }: SubjectPath): SubjectLevel =>
  subject_two_code
    ? { chart: 'subject_three', params: { subject_two_code } }
    : subject_one_code
      ? { chart: 'subject_two', params: { subject_one_code } }
      : { chart: 'subject_one', params: {} }

export const subjectFigures = ({ items }: SubjectChart): Shown =>
  shownOf(items, (item) => ({
    key: item.subject_code,
    name: item.subject_name,
    number: item.subject_out_code,
  }))
