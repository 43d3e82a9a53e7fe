"use strict";

/** What is heard: phrases by the browser's own voice, and a tone in place of the phone's vibration. Silent until somebody has pressed a key or clicked. */
class LiveVoice {
  /** Of the tone: its pitch in Hz, its loudness, and the seconds in which it comes and goes. */
  static tone = { pitch: 196, gain: 0.07, ramp: 0.04 };

  constructor() {
    [this.isOn, this.wantsTone] = [false, false];
    this.waiting = [];
    this.saying = null;
    // Voices may come later than the page.
    window.speechSynthesis?.getVoices();
    this.begin = performance.now();
  }

  /** In answer to a key or a click: browsers make no sound before. */
  turn(isOn) {
    this.isOn = isOn;
    this.context ??= this.instrument();
    this.context?.resume();
    if (!isOn) this.hush();
    this.sound();
  }

  /** Whether there is nobody who could speak a language. */
  isMute(language) { return window.speechSynthesis === undefined || ((speechSynthesis.getVoices().length > 0 || performance.now() > this.begin + 1000) && !this.voice(language)); }

  voice(language) {
    return window.speechSynthesis?.getVoices().find((voice) => voice.lang.toLowerCase().split(/[-_]/)[0] === language.split("-")[0]) ?? null;
  }

  // MARK: The tone

  instrument() {
    if (window.AudioContext === undefined) return null;
    const context = new AudioContext();
    const oscillator = new OscillatorNode(context, { frequency: LiveVoice.tone.pitch });
    this.gain = new GainNode(context, { gain: 0 });
    oscillator.connect(this.gain).connect(context.destination);
    oscillator.start();
    return context;
  }

  /** The tone lasts as long as the phone would vibrate. */
  vibrate(isVibrating) {
    this.wantsTone = isVibrating;
    this.sound();
  }

  get isSounding() { return this.isOn && this.wantsTone; }

  sound() {
    if (this.context) this.gain.gain.setTargetAtTime(this.isSounding ? LiveVoice.tone.gain : 0, this.context.currentTime, LiveVoice.tone.ramp);
  }

  // MARK: Speech

  /** One phrase at a time; what waits is outdated by a newer phrase of its name, and not said after its time. A correction waits for nobody. */
  tell(events, language, patience) {
    for (const { name, text, is_urgent: isUrgent } of events) {
      this.waiting = this.waiting.filter((each) => each.name !== name);
      this.waiting.push({ name, text, until: performance.now() + 1000 * patience });
      if (isUrgent) {
        this.waiting = this.waiting.slice(-1);
        this.hush(this.waiting);
      }
    }
    this.say(language);
  }

  hush(waiting = []) {
    this.waiting = waiting;
    this.saying = null;
    window.speechSynthesis?.cancel();
  }

  say(language) {
    if (this.saying) return;
    const next = this.waiting.shift();
    if (!next) return;
    if (!this.isOn || this.isMute(language) || performance.now() > next.until) return this.say(language);
    const phrase = new SpeechSynthesisUtterance(next.text);
    [phrase.lang, phrase.voice] = [language, this.voice(language)];
    this.saying = phrase;
    phrase.onend = phrase.onerror = () => {
      // One that was broken off has a successor already.
      if (this.saying !== phrase) return;
      this.saying = null;
      this.say(language);
    };
    speechSynthesis.speak(phrase);
  }
}
