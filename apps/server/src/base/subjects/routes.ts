import { subjectApi } from '@pianzhang/contract/api/base'
import {
  preloadAnswer,
  preloadQuery,
  subject,
  subjectBody,
  subjectList,
  subjectListQuery,
} from '@pianzhang/contract/subjects'
import { inProject } from '../../platform/http/guard.ts'
import { type Route, read, write } from '../../platform/http/route.ts'
import { removeRoutes } from '../../platform/lists/batch.ts'
import { listSubjects } from './list.ts'
import { preloadCode } from './preload.ts'
import { createSubject, removeSubjects } from './save.ts'

const may = (action: 'read' | 'write' | 'delete') => inProject('subject', action)

/** Accounting subjects: three levels; they cannot be edited. */
export const subjectRoutes: Route[] = [
  read(
    subjectApi.list,
    {
      summary: 'Subjects, as trees or flat',
      access: may('read'),
      query: subjectListQuery,
      answer: subjectList,
    },
    listSubjects,
  ),
  read(
    subjectApi.preloadCode,
    { summary: 'The next number', access: may('read'), query: preloadQuery, answer: preloadAnswer },
    preloadCode,
  ),
  write(
    subjectApi.create,
    { summary: 'Add a subject', access: may('write'), body: subjectBody, answer: subject },
    createSubject,
  ),
  ...removeRoutes(subjectApi.base, 'subject', may('delete'), removeSubjects),
]
