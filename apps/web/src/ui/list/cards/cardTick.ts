import { createContext } from 'react'

/** While cards are being selected, what each of them needs for its tick; null otherwise. */
export const CardTick = createContext<{ selected: boolean; onToggle: () => void } | null>(null)
