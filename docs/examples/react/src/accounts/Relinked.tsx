import { useState } from 'react'
import { acceptAccount, type AccountCandidate, type AccountDecision, rejectAccount } from 'rxbank/accounts'
import type { Bridge2025Item } from 'rxbank/bridge'
import { useStream } from 'rxbank/react'
import { BehaviorSubject } from 'rxjs'
import { BankName } from '../bank/BankName'
import { decide } from '../bank/decisions'
import type { Overview } from '../bank/overview'

const listFormat = new Intl.ListFormat('en-IE')

const seen$ = new BehaviorSubject<ReadonlyArray<string>>([])

type Answer = readonly [label: string, decisions: ReadonlyArray<AccountDecision>]

/** The buttons with which a person decides. */
const Answers = ({
  answers,
  onAnswer,
}: {
  readonly answers: ReadonlyArray<Answer>
  readonly onAnswer?: () => void
}) => {
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready')
  const answer = (decisions: ReadonlyArray<AccountDecision>) => {
    if (state === 'busy') return
    setState('busy')
    decide(decisions).then(
      () => onAnswer?.(),
      () => setState('failed'),
    )
  }
  return (
    <div className="answers">
      {answers.map(([label, decisions]) => (
        <button key={label} type="button" aria-disabled={state === 'busy'} onClick={() => answer(decisions)}>
          {label}
        </button>
      ))}
      {state === 'failed' && (
        <p role="alert" className="small bad-text">
          Your answer cannot be stored. Try again.
        </p>
      )}
    </div>
  )
}

type BankProps = {
  readonly item: Bridge2025Item
  readonly overview: Overview
}

/** Says that a bank was connected again, and which accounts therefore go on. */
const News = ({ item, overview: { accounts, lineages } }: BankProps) => {
  const seen = useStream('seen links', () => seen$, { initialValue: [] }).value
  const links = lineages.links.filter(({ id }) => !seen.includes(id))
  const ofBank = accounts.filter(({ item_id }) => item_id === item.id)
  const news = ofBank.flatMap(({ id, name }) =>
    links.filter(({ to }) => to === String(id)).map((link) => ({ link, name: name ?? 'Account' })),
  )
  if (news.length === 0) return null
  return (
    <section className="note good">
      <p>
        <BankName id={item.provider_id} /> is connected again. As before:{' '}
        {listFormat.format(news.map(({ name }) => name))}.
      </p>
      <Answers
        answers={[
          ['All right', news.map(({ link }) => acceptAccount(link))],
          ['They are other accounts', news.map(({ link }) => rejectAccount(link))],
        ]}
        onAnswer={() => seen$.next([...seen$.value, ...news.map(({ link }) => link.id)])}
      />
    </section>
  )
}

type QuestionProps = {
  readonly candidate: AccountCandidate
  readonly overview: Overview
}

/** Asks whether two accounts are one. */
const Question = ({ candidate, overview: { accounts, items, names } }: QuestionProps) => {
  const account = accounts.find(({ id }) => String(id) === candidate.to)
  const bankId = items.find(({ id }) => id === account?.item_id)?.provider_id
  const nameBefore = names.get(candidate.from) ?? 'another one'
  return (
    <section className="note">
      <p>
        {bankId !== undefined && <BankName id={bankId} />} has {account?.name ?? 'an account'}. Is it the account that
        you {candidate.relation === 'successor' ? 'had' : 'also have'} as {nameBefore}?
      </p>
      <Answers
        answers={[
          ['Yes, the same', [acceptAccount(candidate)]],
          ['No, another one', [rejectAccount(candidate)]],
        ]}
      />
    </section>
  )
}

/** What a person is told and asked after a bank was connected again. */
export const Relinked = ({ overview }: { readonly overview: Overview }) => (
  <div role="status" className="relinked">
    {overview.items.map((item) => (
      <News key={item.id} item={item} overview={overview} />
    ))}
    {overview.lineages.candidates.map((candidate) => (
      <Question key={candidate.id} candidate={candidate} overview={overview} />
    ))}
  </div>
)
