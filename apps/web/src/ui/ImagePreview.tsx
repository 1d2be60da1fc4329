import type { Attachment } from '@pianzhang/contract/attachments'
import { Image } from 'antd'

/** Darker than under a dialog: a picture is judged by itself, and the figures over it must be readable. */
const STYLES = { popup: { mask: { background: 'rgba(24, 32, 33, 0.86)' } } }

/** Pictures over the page, with arrows, zoom and rotation. Its code is fetched when the first one is opened. */
export default function ImagePreview({
  images,
  current,
  onChange,
}: {
  images: readonly Attachment[]
  current: number
  onChange: (current: number | null) => void
}) {
  return (
    <Image.PreviewGroup
      items={images.map((image) => image.file_url)}
      styles={STYLES}
      preview={{
        open: true,
        current,
        // Names the dialog as well as the picture.
        alt: images[current]?.file_name ?? '',
        onChange: (next) => onChange(next),
        onOpenChange: (open) => !open && onChange(null),
      }}
    />
  )
}
