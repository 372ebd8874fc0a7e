import { useState } from 'react';

/** A sign-in page of React alone, which the portal's pages are measured against. */
export function BarePage() {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  return (
    <main>
      <h1>Sign in</h1>
      <p>Enter your username and password to see your accounts, make a payment, or change your settings.</p>
      <form onSubmit={(event) => event.preventDefault()}>
        <label>
          Username
          <input name="username" value={name} onChange={(event) => setName(event.target.value)} />
        </label>
        <label>
          Password
          <input
            name="password"
            type="password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </label>
        <button type="submit">Sign in</button>
      </form>
    </main>
  );
}
