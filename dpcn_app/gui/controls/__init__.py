"""What the user sets: the transport below the stage, the video, the strengths of the prior."""
