import { readFile } from 'node:fs/promises'
import { ESLint } from 'eslint'
import { formatted } from './formatted.mjs'

/** What ESLint and the formatter say of files, in words. */
export const styleOf = async (files) => {
  const eslint = new ESLint()
  const [results, formatter] = await Promise.all([eslint.lintFiles(files), eslint.loadFormatter('stylish')])
  const wrong = [await formatter.format(results)]
  for (const file of files) {
    const text = await readFile(file, 'utf8')
    if ((await formatted(file, text)) !== text) wrong.push(`${file} is not formatted: npm run format\n`)
  }
  return wrong.join('')
}
