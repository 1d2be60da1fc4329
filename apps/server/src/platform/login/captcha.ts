import { randomInt } from 'node:crypto'
import sharp from 'sharp'
import { randomText } from '../codes.ts'
import { GLYPHS } from './captcha-glyphs.ts'

/** CSS pixels; drawn at twice that. */
const WIDTH = 104
const HEIGHT = 40
const BACKGROUND = '#F1F2EF'
const INKS = ['#33413F', '#3F4A48', '#2F4649', '#4A5250']
const NOISE = ['#7F8A87', '#98A19E', '#8A9390']
/** Only characters that stay distinct when distorted: at most one of 0/O/Q, 1/I, 5/S, 6/G, 8/B, U/V, 2/Z. */
const ALPHABET = '2345678ACDEFHJKLMNPRTUWXY'
const LENGTH = 4

/** Four random characters of the alphabet. */
export function randomCaptchaText(): string {
  return randomText(ALPHABET, LENGTH)
}

/** Draws letters and digits (a to z as capitals, up to 16 of them) as a PNG `data:` URI. Every drawing is different. */
export async function drawCaptcha(text: string): Promise<string> {
  const letters = [...text.toUpperCase()]
  const step = (WIDTH - 14) / letters.length
  const size = Math.min(0.79, step / 26)
  const noise = Array.from({ length: 2 }, () => line(NOISE, between(0.9, 1.3)))
  const drawn = letters.map((letter, index) => {
    const x = 7 + step * (index + 0.5) + between(-1.5, 1.5)
    return glyph(letter, x, HEIGHT / 2 + between(-2.5, 2.5), size * between(0.9, 1.05))
  })
  // A line across the letters in their colour, so that they cannot be segmented by the background.
  const strike = line(INKS, between(0.9, 1.2))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${2 * WIDTH}" height="${2 * HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${BACKGROUND}"/>
    <g fill="none" stroke-linecap="round" stroke-linejoin="round">${[...noise, ...drawn, strike].join('')}</g></svg>`
  const png = await sharp(Buffer.from(svg)).png({ palette: true, colours: 32 }).toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

/** SVG path of a letter: each point is jittered, the whole rotated, slanted and stretched. */
function glyph(letter: string, x: number, y: number, size: number): string {
  const path = GLYPHS[letter]
  if (path === undefined) throw new Error(`no glyph for ${letter}`)
  const turn = (between(-16, 16) * Math.PI) / 180
  const slant = between(-0.2, 0.2)
  const stretch = between(0.9, 1.08)
  const d = path.replace(/(-?\d+) (-?\d+)/g, (_, px: string, py: string) => {
    const dy = (Number(py) - 15 + between(-0.9, 0.9)) * size
    const dx = (Number(px) - 10 + between(-0.9, 0.9)) * size * stretch - dy * slant
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    return `${round(x + dx * cos - dy * sin)} ${round(y + dx * sin + dy * cos)}`
  })
  return `<path d="${d}" stroke="${pick(INKS)}" stroke-width="${round(between(1.9, 2.5) * Math.min(1, size * 1.4))}"/>`
}

/** A shallow curve from edge to edge. */
function line(colours: readonly string[], width: number): string {
  const at = () => round(between(5, HEIGHT - 5))
  const d = `M${round(between(-2, 10))} ${at()}C${round(between(25, 45))} ${at()} ${round(between(55, 80))} ${at()} ${round(between(WIDTH - 10, WIDTH + 2))} ${at()}`
  return `<path d="${d}" stroke="${pick(colours)}" stroke-width="${round(width)}"/>`
}

// Cryptographic randomness for the distortion as well, so that it cannot be predicted.
const between = (low: number, high: number) => low + (randomInt(10_001) / 10_000) * (high - low)
const pick = (of: readonly string[]) => of[randomInt(of.length)] ?? of[0]
const round = (value: number) => Math.round(value * 100) / 100
