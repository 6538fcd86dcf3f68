import { readdirSync, readFileSync } from 'node:fs'

const skills = readdirSync('skills').map((folder) => ({
  folder,
  text: readFileSync(`skills/${folder}/SKILL.md`, 'utf8'),
}))

/** The limits of https://agentskills.io/specification. */
describe.each(skills)('the skill $folder', ({ folder, text }) => {
  const [, name, description = ''] = /^---\nname: (.*)\ndescription: (.*)\n---\n/.exec(text) ?? []

  it('has the name of its folder, and says what it is for', () => {
    expect(name).toBe(folder)
    expect(name).toMatch(/^[a-z\d]+(-[a-z\d]+)*$/)
    expect(description.length).toBeGreaterThan(0)
    expect(description.length).toBeLessThanOrEqual(1024)
    expect(description).toContain('Use it')
  })

  it('is short, and begins with a program', () => {
    expect(text.split('\n').length).toBeLessThanOrEqual(100)
    expect(text.split('\n').slice(0, 20).join('\n')).toContain('```ts')
  })
})
