import { Image } from 'antd'

/** Pictures over the page, with arrows, zoom and rotation. Its code is fetched when the first one is opened. */
export default function ImagePreview({
  urls,
  current,
  onChange,
}: {
  urls: string[]
  current: number
  onChange: (current: number | null) => void
}) {
  return (
    <Image.PreviewGroup
      items={urls}
      preview={{
        open: true,
        current,
        onChange: (next) => onChange(next),
        onOpenChange: (open) => !open && onChange(null),
      }}
    />
  )
}
