import { code, nothing } from '@pianzhang/contract/page'
import {
  preloadAnswer,
  preloadQuery,
  subject,
  subjectBody,
  subjectList,
  subjectListQuery,
} from '@pianzhang/contract/subjects'
import { z } from 'zod'
import { batchSchemas } from '../../platform/batch.ts'
import { inProject } from '../../platform/guard.ts'
import { type Route, read, write } from '../../platform/route.ts'
import { listSubjects } from './list.ts'
import { preloadCode } from './preload.ts'
import { removeSubject, removeSubjects } from './remove.ts'
import { createSubject } from './save.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write' | 'delete') => inProject('subject', action)

/** Accounting subjects: three levels, not edited. */
export const subjectRoutes: Route[] = [
  read(
    'GET /subjects',
    {
      summary: 'Subjects, as trees or flat',
      access: may('read'),
      query: subjectListQuery,
      answer: subjectList,
    },
    listSubjects,
  ),
  read(
    'GET /subjects/preload_code',
    { summary: 'The next number', access: may('read'), query: preloadQuery, answer: preloadAnswer },
    preloadCode,
  ),
  write(
    'POST /subjects',
    { summary: 'Add a subject', access: may('write'), body: subjectBody, answer: subject },
    createSubject,
  ),
  write(
    'DELETE /subjects/batch',
    {
      summary: 'Delete several, all or none',
      access: may('delete'),
      ...batchSchemas,
      answer: nothing,
    },
    removeSubjects,
  ),
  write(
    'DELETE /subjects/:code',
    { summary: 'Delete a subject', access: may('delete'), params, answer: nothing },
    removeSubject,
  ),
]
