/** The place of the relay wallet: says what will stand here and that it does not stand yet. */

const steps = [
  {
    title: 'Pair',
    text: 'Paste the link behind a QR code, or open it from the playground. The two pages then share a topic and a key.',
  },
  {
    title: 'Choose',
    text: 'Pick the accounts and networks that the app may see. They are test accounts of the local chain.',
  },
  {
    title: 'Approve',
    text: 'Read each signature or transaction request in plain words, then approve or reject it.',
  },
]

export function Phone({ playground }: { playground: string | undefined }) {
  return (
    <main className="page">
      <article className="device" aria-labelledby="title">
        <header className="head">
          <img className="mark" src="/icon.svg" alt="" width="44" height="44" />
          <p className="status">Not built yet</p>
        </header>
        <h1 id="title">Phone wallet</h1>
        <p className="lead">
          This page will be a small wallet that connects over the relay, so that you can try the QR path of
          Latchkey without a phone. Today it is a placeholder: it holds no keys and answers no pairing.
        </p>
        <h2>What it will do</h2>
        <ol className="steps">
          {steps.map(({ title, text }) => (
            <li key={title}>
              <strong>{title}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ol>
        {playground && (
          <a className="back" href={playground}>
            Back to the playground
          </a>
        )}
      </article>
    </main>
  )
}
