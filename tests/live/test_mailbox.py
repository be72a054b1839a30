"""The mailbox between two threads."""

import threading

from dpcn_app.live.mailbox import Mailbox


def test_the_latest_message_wins():
    box: Mailbox[int] = Mailbox()
    box.put(1)
    box.put(2)
    assert box.take() == 2
    assert box.take() is None


def test_many_messages_from_another_thread_end_with_the_last():
    box: Mailbox[int] = Mailbox()

    def fill():
        for number in range(10_000):
            box.put(number)

    thread = threading.Thread(target=fill)
    thread.start()
    seen = [number for number in iter(lambda: box.take() if thread.is_alive() else None, None)]
    thread.join()
    last = box.take()
    assert seen == sorted(seen)
    assert last in (None, 9_999)
    assert last == 9_999 or seen[-1] == 9_999
