import { chmod, readFile } from 'node:fs/promises'
import sharp from 'sharp'

/** The bytes R, G and B of each pixel, row by row; a row may have further bytes at its end. */
interface Pixels {
  data: Uint8Array
  width: number
  height: number
  /** Bytes of a row. */
  stride: number
}

/** The longest edge in pixels: a photograph of 48 million would become a JPEG beyond the limit of an upload, one of 24 million keeps its size. */
const MAX_EDGE = 6_000

/**
 * Writes the main picture of a HEIC file as a JPEG, the right way up as the file's own box says, which a reader must follow (ISO/IEC 23008-12, 6.5.10).
 * Returns false if it cannot be decoded or has more than `maxPixels`.
 */
export async function writeAsJpeg(path: string, target: string, maxPixels: number): Promise<boolean> {
  const pixels = decode(await readFile(path), await libheif(), maxPixels)
  if (!pixels) return false
  const { data, width, height, stride } = pixels
  await sharp(Buffer.from(data.buffer, data.byteOffset, stride * height), {
    raw: { width: stride / 3, height, channels: 3 },
  })
    .extract({ left: 0, top: 0, width, height })
    .resize(MAX_EDGE, MAX_EDGE, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 88 })
    .toFile(target)
  await chmod(target, 0o600)
  return true
}

/** Loaded with the first such picture: few processes meet one. */
const libheif = async () => await (await import('libheif-js/libheif-wasm/libheif-bundle.mjs')).default()
type Libheif = Awaited<ReturnType<typeof libheif>>

function decode(bytes: Buffer, lib: Libheif, maxPixels: number): Pixels | null {
  const context = lib.heif_context_alloc()
  if (!context) return null
  const read = lib.heif_context_read_from_memory(context, bytes)
  if (read.code !== lib.heif_error_code.heif_error_Ok) return null
  const handle = lib.heif_js_context_get_primary_image_handle(context)
  // Answers an error, with a code, instead of the picture.
  if (!handle || handle.code) return null
  if (lib.heif_image_handle_get_width(handle) * lib.heif_image_handle_get_height(handle) > maxPixels)
    return null
  const image = lib.heif_js_decode_image2(
    handle,
    lib.heif_colorspace.heif_colorspace_RGB,
    lib.heif_chroma.heif_chroma_interleaved_RGB,
  )
  return image?.channels?.[0] ?? null
}
