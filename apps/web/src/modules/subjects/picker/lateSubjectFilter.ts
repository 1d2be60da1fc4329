import { laterField } from '../../../ui/filters/lateFields.tsx'

/** `SubjectFilter` for filter bars, loaded on demand. */
export const SubjectFilter = laterField(
  async () => ({ default: (await import('./SubjectPicker.tsx')).SubjectFilter }),
  () => [{ placeholder: '请选择科目', name: '科目' }],
)
