import { randomInt } from 'node:crypto'
import sharp from 'sharp'
import { randomText } from '../codes.ts'

/**
 * Letters as SVG paths, so that no font is needed on the machine. In a box 20 wide and 30 high: `M x y` moves, `L x y` is a line,
 * `Q cx cy x y` a quadratic curve. Random texts use only the unambiguous ones; the others are for CAPTCHA_FIXED.
 */
const GLYPHS: Readonly<Record<string, string>> = {
  '0': 'M10 0Q20 0 20 15Q20 30 10 30Q0 30 0 15Q0 0 10 0M7 18L13 12',
  '1': 'M4 6L11 0L11 30M4 30L18 30',
  '2': 'M1 8Q1 0 10 0Q19 0 19 8Q19 13 12 19L1 30L20 30',
  '3': 'M2 4Q5 0 10 0Q18 0 18 7Q18 14 8 14Q19 14 19 22Q19 30 9 30Q3 30 1 25',
  '4': 'M15 30L15 0L0 21L20 21',
  '5': 'M18 0L4 0L2 13Q6 10 10 10Q19 10 19 20Q19 30 9 30Q3 30 1 25',
  '6': 'M17 1Q1 6 1 20Q1 30 10 30Q19 30 19 21Q19 13 11 13Q4 13 1 20',
  '7': 'M1 0L19 0L7 30',
  '8': 'M10 14Q2 14 2 7Q2 0 10 0Q18 0 18 7Q18 14 10 14Q0 14 0 22Q0 30 10 30Q20 30 20 22Q20 14 10 14',
  '9': 'M3 29Q19 24 19 10Q19 0 10 0Q1 0 1 9Q1 17 9 17Q16 17 19 10',
  A: 'M0 30L10 0L20 30M4 19L16 19',
  B: 'M1 0L1 30L10 30Q19 30 19 22Q19 14 10 14L1 14M10 14Q17 14 17 7Q17 0 10 0L1 0',
  C: 'M19 6Q16 0 11 0Q1 0 1 15Q1 30 11 30Q16 30 19 24',
  D: 'M1 0L1 30L7 30Q19 30 19 15Q19 0 7 0L1 0',
  E: 'M18 0L2 0L2 30L18 30M2 14L14 14',
  F: 'M18 0L2 0L2 30M2 14L14 14',
  G: 'M18 6Q16 0 11 0Q1 0 1 15Q1 30 11 30Q19 30 19 17L11 17',
  H: 'M2 0L2 30M18 0L18 30M2 15L18 15',
  I: 'M4 0L16 0M10 0L10 30M4 30L16 30',
  J: 'M8 0L17 0L17 21Q17 30 9 30Q2 30 1 23',
  K: 'M2 0L2 30M19 0L2 18M8 12L20 30',
  L: 'M3 0L3 30L18 30',
  M: 'M1 30L1 0L10 19L19 0L19 30',
  N: 'M2 30L2 0L18 30L18 0',
  O: 'M10 0Q20 0 20 15Q20 30 10 30Q0 30 0 15Q0 0 10 0',
  P: 'M2 30L2 0L11 0Q19 0 19 8Q19 16 11 16L2 16',
  Q: 'M10 0Q20 0 20 15Q20 30 10 30Q0 30 0 15Q0 0 10 0M12 22L20 32',
  R: 'M2 30L2 0L11 0Q19 0 19 8Q19 15 11 15L2 15M10 15L20 30',
  S: 'M18 5Q15 0 10 0Q2 0 2 7Q2 13 10 15Q19 17 19 23Q19 30 10 30Q3 30 1 25',
  T: 'M0 0L20 0M10 0L10 30',
  U: 'M2 0L2 19Q2 30 10 30Q18 30 18 19L18 0',
  V: 'M0 0L10 30L20 0',
  W: 'M-1 0L5 30L10 8L15 30L21 0',
  X: 'M1 0L19 30M19 0L1 30',
  Y: 'M0 0L10 15L20 0M10 15L10 30',
  Z: 'M1 0L19 0L1 30L20 30',
}

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
