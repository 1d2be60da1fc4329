import { type Subject, type SubjectLevel, subjectBody } from '@pianzhang/contract/subjects'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../platform/api/api.ts'
import { useSave } from '../../ui/form/useSave.ts'
import { toast } from '../../ui/popup/toast.ts'
import { createSubject, type NewSubject, numberQuery, subjectsChanged } from './api.ts'

interface Errors {
  out_code?: string | undefined
  name?: string | undefined
  parent_code?: string | undefined
}

const FIELDS = ['out_code', 'name', 'parent_code'] as const
const INVALID = 422

/** State and save of a new subject below `parent`. The server suggests the number until one is typed. */
export function useNewSubject(level: SubjectLevel, parent: string | null, enabled: boolean) {
  const parentKey = `${level}:${parent ?? ''}`
  const offer = useQuery({
    ...numberQuery(level, parent),
    enabled: enabled && (level === 0 || parent !== null),
  })
  // Kept with its level and parent: numbers depend on them, so it is dropped when they change.
  const [typed, setTyped] = useState<{ parentKey: string; text: string } | null>(null)
  const [name, setName] = useState('')
  const [errors, setErrors] = useState<Errors>({})

  const typedNumber = typed?.parentKey === parentKey ? typed.text : null
  const offered = offer.error ? undefined : offer.data
  const number = typedNumber ?? offered ?? ''
  const exhausted =
    typedNumber === null && offer.error instanceof ApiError && offer.error.code === INVALID
      ? offer.error.message
      : undefined

  const clear = () => {
    setTyped(null)
    setName('')
    setErrors({})
  }

  /** Sets errors on the fields; returns undefined if there are none. */
  const check = (): Errors | undefined => {
    const body = { out_code: number.trim(), name, category: level, parent_code: parent }
    const issues = subjectBody.safeParse(body).error?.issues ?? []
    const found: Errors = body.out_code === '' ? { out_code: exhausted ?? '请输入科目编号' } : {}
    for (const field of FIELDS) found[field] ??= issues.find((issue) => issue.path[0] === field)?.message
    const wrong = FIELDS.some((field) => found[field] !== undefined)
    setErrors(found)
    return wrong ? found : undefined
  }

  const onFailed = (error: ApiError) => {
    if (error.code !== INVALID) return
    const found: Errors = {}
    for (const field of FIELDS) found[field] = error.errors.find((one) => one.field === field)?.message
    setErrors(found)
    if (!FIELDS.some((field) => found[field])) toast.error(error.errors[0]?.message ?? error.message)
    // The suggested number was refused, for example taken by a colleague: suggest the next one.
    if (found.out_code && typedNumber === null) void offer.refetch()
  }
  const { save: send, saving } = useSave({
    send: async (body: NewSubject, key) => {
      const { data } = await createSubject(body, key)
      await subjectsChanged()
      return data
    },
    onFailed,
  })

  /** Returns the new subject after the lists have reloaded; undefined if it was not added. */
  const save = async (): Promise<Subject | undefined> => {
    if (check()) return undefined
    return await send({ out_code: number.trim(), name: name.trim(), category: level, parent_code: parent })
  }

  return {
    number,
    /** Whether no number was typed: it is the server's suggestion, or still empty. */
    suggested: typedNumber === null,
    setNumber: (text: string) => {
      setTyped({ parentKey, text })
      setErrors((old) => ({ ...old, out_code: undefined }))
    },
    name,
    setName: (text: string) => {
      setName(text)
      setErrors((old) => ({ ...old, name: undefined }))
    },
    errors: { ...errors, out_code: errors.out_code ?? exhausted },
    loading: offer.isLoading,
    dirty: name.trim() !== '' || typedNumber !== null,
    saving,
    save,
    /** Marks the fields that are empty or wrong. */
    check,
    clear,
    forgetErrors: () => setErrors({}),
  }
}

export type NewSubjectForm = ReturnType<typeof useNewSubject>
