import { readFile } from 'node:fs/promises'
import { ESLint } from 'eslint'
import { check, resolveConfig } from 'prettier'

/** What ESLint and Prettier say of files, in words; types come from a program that is there already. */
export const styleOf = async (files, program) => {
  const eslint = new ESLint({
    overrideConfig: {
      files: ['**/*.ts'],
      languageOptions: { parserOptions: { projectService: false, programs: [program] } },
    },
  })
  const [results, formatter] = await Promise.all([eslint.lintFiles(files), eslint.loadFormatter('stylish')])
  const wrong = [await formatter.format(results)]
  for (const file of files) {
    const options = { ...(await resolveConfig(file)), filepath: file }
    if (!(await check(await readFile(file, 'utf8'), options))) wrong.push(`${file} is not formatted: npm run format\n`)
  }
  return wrong.join('')
}
