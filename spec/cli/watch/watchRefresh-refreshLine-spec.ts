import picocolors from 'picocolors'
import { failureMessage, refreshLine } from '../../../lib/cli/watch/watchRefresh.js'
import { at } from '../../helpers/demoEvents.js'

const plain = picocolors.createColors(false)
const bright = picocolors.createColors(true)

describe('refreshLine', () => {
  it('is a line for a person', () => {
    const status = { status: 'retrieving_data', refreshed_accounts_count: 1, total_accounts_count: 3 }
    expect(refreshLine(status, at(0), plain, 80)).toBe('12:00:00  retrieving_data  1 of 3 accounts')
    expect(refreshLine({ status: 'authenticating' }, at(0), plain, 80)).toBe('12:00:00  authenticating')
    expect(refreshLine({ status: 'finished', total_accounts_count: null }, at(0), plain, 80)).toBe('12:00:00  finished')
  })

  it('is never wider than the terminal, and lets no word steer it', () => {
    const status = { status: `\x1b[2J${'x'.repeat(100)}` }
    expect(refreshLine(status, at(0), plain, 30)).toHaveLength(30)
    expect(refreshLine(status, at(0), plain, 30)).toContain('12:00:00  ?[2Jxxx')
  })

  it('shows how well it stands', () => {
    const toned = ['authenticating', 'finished', 'finished_error', 'info_required'].map((status) =>
      refreshLine({ status }, at(0), bright, 80).replace(/^.*12:00:00/, ''),
    )
    expect(toned).toEqual([
      expect.stringContaining(bright.bold('authenticating')),
      expect.stringContaining(bright.green('finished')),
      expect.stringContaining(bright.red('finished_error')),
      expect.stringContaining(bright.yellow('info_required')),
    ])
  })
})

describe('failureMessage', () => {
  it('says of a word that nobody knows what it is', () => {
    expect(failureMessage(7, 'toString\x07')).toBe('the refresh of item 7 ended with toString?')
    expect(failureMessage(7, 'constructor')).toBe('the refresh of item 7 ended with constructor')
  })
})
