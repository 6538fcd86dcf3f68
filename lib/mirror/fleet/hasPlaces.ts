import type { WorkConfig } from './Engine.js'

/** Whether a worker with these places takes rounds. One that takes none is paused. */
export const hasPlaces = ({ scheduled, hurried }: WorkConfig['places']): boolean => scheduled > 0 || hurried > 0
