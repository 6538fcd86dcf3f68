import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { programsFolder } from './place.mjs'

const isRunning = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch ({ code }) {
    return code === 'EPERM'
  }
}

/** Makes the folder of the programs that specs start, which is of this run alone, and removes those of runs that were killed. */
export const makePrograms = () => {
  const folder = `${programsFolder}/${process.pid}`
  mkdirSync(folder, { recursive: true })
  for (const pid of readdirSync(programsFolder))
    if (!isRunning(Number(pid))) rmSync(`${programsFolder}/${pid}`, { recursive: true, force: true })
  return folder
}
