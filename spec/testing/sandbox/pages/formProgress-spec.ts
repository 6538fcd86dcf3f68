import fc from 'fast-check'
import type { FormSession } from '../../../../lib/testing/sandbox/bankForms.js'
import { advance, firstProgress, type FormProgress } from '../../../../lib/testing/sandbox/pages/formProgress.js'

const context = { hasBank: (id: number) => id === 574, accountCount: 3 }

/** A session; no step looks at its user. */
const session = (more: Partial<FormSession> = {}): FormSession => ({
  user: {} as FormSession['user'],
  item: undefined,
  redirectUrl: undefined,
  hasUserUuid: true,
  maxShared: Infinity,
  ...more,
})

/** Sends pages one after the other; each as the page at which the user is. */
const send = (of: FormSession, ...pages: ReadonlyArray<Readonly<Record<string, string>>>) => {
  let progress: FormProgress = firstProgress(of)
  for (const [position, fields] of pages.entries()) {
    const next = advance(progress, of, new URLSearchParams({ at: progress.state.at, ...fields }), context)
    if ('end' in next) {
      if (position < pages.length - 1) throw new Error('it has ended')
      return next.end
    }
    progress = next.progress
  }
  return progress
}

const [bank, accounts, leave] = [{ bank: '574' }, { account: '1' }, { action: 'leave' }]
const login = (name: string) => ({ login: name })

describe('a user in a form', () => {
  it('begins with the bank, the login or the accounts', () => {
    const item = { bankId: 574 } as FormSession['item']
    expect(firstProgress(session()).state.at).toBe('banks')
    expect(firstProgress(session({ plan: { bankId: 574 } }))).toEqual({ bankId: 574, state: { at: 'login' } })
    expect(firstProgress(session({ item })).state.at).toBe('login')
    expect(firstProgress(session({ item, isChoiceOnly: true })).state.at).toBe('accounts')
  })

  it('shares the accounts that they choose', () => {
    const shared = { type: 'submit', refresh: {}, share: [1] }
    expect(send(session(), bank, login('ada'), accounts)).toEqual(shared)
    expect(send(session(), bank, login('otp'), { code: '1' }, accounts)).toEqual(shared)
    expect(send(session(), bank, login('app2app'), {}, accounts)).toEqual(shared)
    const { user, item, redirectUrl, hasUserUuid } = session()
    expect(send({ user, item, redirectUrl, hasUserUuid }, bank, login('ada'))).toEqual({ type: 'submit', refresh: {} })
  })

  it.each([
    ['highlighted_banks', []],
    ['bank_creds_form', [bank]],
    ['otp_form', [bank, login('otp')]],
    ['sync_in_progress', [bank, login('app2app')]],
    ['sync_success', [bank, login('ada')]],
  ])('who leaves before the bank has failed changes nothing: %s', (step, pages) => {
    expect(send(session(), ...pages, leave)).toEqual({ type: 'leave', step })
  })

  it.each([
    ['invalid_creds', [login('402')]],
    ['invalid_creds', [login('402'), {}]],
    ['finished_error', [login('1003')]],
    ['info_required', [login('otp_fail'), { code: '1' }]],
    ['info_required', [login('app2app_expiry'), {}]],
  ])('who leaves after the bank has failed leaves an item behind: %s', (outcome, pages) => {
    expect(send(session(), bank, ...pages, leave)).toMatchObject({ type: 'submit', refresh: { outcome } })
  })

  it('who succeeds after the bank has failed has no failure', () => {
    expect(send(session(), bank, login('402'), {}, login('ada'), accounts)).toMatchObject({ refresh: {} })
    expect(send(session(), bank, login('402'), {}, login('ada'), leave)).toEqual({
      type: 'leave',
      step: 'sync_success',
    })
  })

  it.each([
    ['Choose a bank from the list.', {}, [{ bank: '7' }]],
    ['Choose a bank from the list.', {}, [{}]],
    ['Enter a login.', {}, [bank, login(' ')]],
    ['Enter the code.', {}, [bank, login('otp'), { code: '' }]],
    ['The code is wrong. Enter another one.', {}, [bank, login('otp_fail'), { code: '7' }]],
    ['Choose at least one account.', {}, [bank, login('ada'), {}]],
    ['Choose from the accounts on this page.', {}, [bank, login('ada'), { account: '3' }]],
    ['Choose from the accounts on this page.', {}, [bank, login('ada'), { account: '__proto__' }]],
    ['Choose at most 0.', { maxShared: 0 }, [bank, login('ada'), accounts]],
  ])('is told what is wrong: %s', (error, more, pages) => {
    expect(send(session(more), ...pages)).toMatchObject({ error })
  })

  it('stays at a page whose form comes from another page', () => {
    const before = firstProgress(session())
    const fields = new URLSearchParams({ at: 'accounts', account: '1', action: 'leave' })
    expect(advance(before, session(), fields, context)).toEqual({ progress: before })
  })

  it('is at a page, or has ended, whatever they send', () => {
    const at = fc.constantFrom('banks', 'login', 'code', 'app', 'refused', 'accounts', 'end')
    const value = fc.oneof(fc.constantFrom('574', 'otp', 'otp_fail', '402', '0', '2', 'leave'), fc.string())
    const fields = fc.dictionary(fc.constantFrom('bank', 'login', 'code', 'account', 'action'), value)
    fc.assert(
      fc.property(fc.array(fc.tuple(at, fields)), (pages) => {
        let progress = firstProgress(session())
        for (const [page, sent] of pages) {
          const own = page === 'end' ? progress.state.at : page
          const next = advance(progress, session(), new URLSearchParams({ ...sent, at: own }), context)
          if ('end' in next) {
            const { end } = next
            if (end.type === 'submit' && end.share !== undefined)
              expect(end.share.every((position) => position >= 0 && position < 3)).toBe(true)
            return
          }
          ;({ progress } = next)
          expect(progress.bankId === undefined).toBe(progress.state.at === 'banks')
        }
      }),
    )
  })
})
