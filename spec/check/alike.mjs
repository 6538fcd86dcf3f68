import { readdirSync } from 'node:fs'

/** Files whose path is the most like one that is not there. */
export const alike = (path) => {
  const name = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/(-spec)?(\.ts)?$/, '')
    .toLowerCase()
  const files = ['lib', 'spec'].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  )
  return files.filter((file) => file.endsWith('.ts') && file.toLowerCase().includes(name)).slice(0, 5)
}
