import { french } from './french.js'
import { german } from './german.js'
import { irish } from './irish.js'
import type { LifePlan } from './LifePlan.js'

/** The lives of the users, in turn: the first user is French, the second German, the third Irish, the fourth French again. */
export const lives: ReadonlyArray<LifePlan> = [french, german, irish]
