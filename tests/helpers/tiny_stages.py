"""Learning in stages, small."""

from dpcn_app.engine.learning import LearningSpec
from dpcn_app.engine.stages import Stage

STAGES = (
    Stage("C", share=0.4, inputs=1),
    Stage("A", share=0.2, inputs=1),
    Stage("B", share=0.2, rate=0.05, last_rate=0.01),
    Stage("AB", share=0.2, rate=0.01, last_rate=0.01, transitions=True),
)
LEARNING = (LearningSpec(epochs=4, stages=STAGES), LearningSpec(epochs=4, stages=STAGES))
