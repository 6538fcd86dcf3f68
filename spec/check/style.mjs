import { readFile } from 'node:fs/promises'
import { ESLint } from 'eslint'
import { check, resolveConfig } from 'prettier'

/** What ESLint and Prettier say of files, in words. */
export const styleOf = async (files) => {
  const eslint = new ESLint()
  const [results, formatter] = await Promise.all([eslint.lintFiles(files), eslint.loadFormatter('stylish')])
  const wrong = [await formatter.format(results)]
  for (const file of files) {
    const options = { ...(await resolveConfig(file)), filepath: file }
    if (!(await check(await readFile(file, 'utf8'), options))) wrong.push(`${file} is not formatted: npm run format\n`)
  }
  return wrong.join('')
}
